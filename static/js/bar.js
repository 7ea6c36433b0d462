// On every page that does not bring badge.js itself, and small: that is fetched once the page is there.
import "./install.js";

import("./badge.js").catch(() => {});
