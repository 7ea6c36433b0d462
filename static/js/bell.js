// What rings at the desk: two short tones and the title of the page, where more people call than before.
const lines = () => document.querySelectorAll("#sonnette .call").length;
let before = lines();
const title = document.title;

function tones() {
  const Audio = window.AudioContext ?? window.webkitAudioContext;
  if (!Audio) return;
  const sound = new Audio(), volume = sound.createGain();
  volume.gain.value = 0.2;
  volume.connect(sound.destination);
  for (const [at, pitch] of [[0, 880], [0.25, 660]]) {
    const tone = sound.createOscillator();
    tone.frequency.value = pitch;
    tone.connect(volume);
    tone.start(sound.currentTime + at);
    tone.stop(sound.currentTime + at + 0.2);
  }
  setTimeout(() => sound.close(), 1000);
}

export function ring() {
  const now = lines();
  if (now > before) try { tones(); } catch { /* no sound here: it is shown */ }
  before = now;
  document.title = now ? `(${now}) ${title}` : title;
}
ring();
