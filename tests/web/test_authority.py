"""The house's certificate authority: made once, for this house; its certificates are renewed as addresses change and expire."""

from __future__ import annotations

import datetime as dt
import stat
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec

from scorekeeper.config import House
from scorekeeper.server.authority import Authority, NoAuthority, covered

NOW = dt.datetime(2026, 11, 22, 12, 0, tzinfo=dt.UTC)
DAY = dt.timedelta(days=1)


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def names(path: Path) -> set[str]:
    extensions = x509.load_pem_x509_certificate(path.read_bytes()).extensions
    subject_names = extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    addresses = subject_names.get_values_for_type(x509.IPAddress)
    return {*subject_names.get_values_for_type(x509.DNSName), *map(str, addresses)}


def test_it_is_made_once_and_read_by_its_owner_only(house: House) -> None:
    first = Authority(house).certificate
    assert Authority(house).certificate == first
    Authority(house).leaf(["10.0.0.5"])
    for file in house.folder.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
    assert stat.S_IMODE(house.folder.stat().st_mode) == 0o700


@pytest.mark.parametrize("file", ["house.key", "house.crt"])
@pytest.mark.parametrize("content", [None, b"", b"-----BEGIN", "another"])
def test_damaged_authority_is_reported_and_not_replaced(
    house: House, tmp_path: Path, file: str, content: bytes | str | None
) -> None:
    Authority(house)
    other = House(tmp_path / "other")
    Authority(other)
    path = house.folder / file
    path.unlink()
    if content is not None:
        path.write_bytes((other.folder / file).read_bytes() if isinstance(content, str) else content)
    before = {path.name: path.read_bytes() for path in house.folder.iterdir()}
    with pytest.raises(NoAuthority):
        Authority(house)
    assert {path.name: path.read_bytes() for path in house.folder.iterdir()} == before


def test_certificate_is_limited_to_the_house(house: House) -> None:
    certificate = Authority(house).certificate
    constraints = certificate.extensions.get_extension_for_class(x509.NameConstraints)
    assert constraints.critical
    assert constraints.value.excluded_subtrees is None
    permitted = {str(subtree.value) for subtree in constraints.value.permitted_subtrees or ()}
    assert permitted == {
        f"{house.name()}.local",
        *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8"),
        *("fc00::/7", "fe80::/10", "::1/128"),
    }
    basic = certificate.extensions.get_extension_for_class(x509.BasicConstraints)
    assert (basic.critical, basic.value.ca, basic.value.path_length) == (True, True, 0)


def test_certificate_names_every_local_address(house: House) -> None:
    authority = Authority(house)
    path, _, _ = authority.leaf(["192.168.1.20", "203.0.113.7", "fd00::2", "10.42.0.1", "2001:db8::1"])
    assert names(path) == {f"{house.name()}.local", "192.168.1.20", "fd00::2", "10.42.0.1"}
    leaf = x509.load_pem_x509_certificate(path.read_bytes())
    leaf.verify_directly_issued_by(authority.certificate)
    assert leaf.not_valid_after_utc - leaf.not_valid_before_utc <= 398 * DAY
    key = leaf.public_key()
    assert isinstance(key, ec.EllipticCurvePublicKey)


def test_certificate_is_renewed_for_new_address_end_or_clock(
    house: House,
) -> None:
    authority = Authority(house)

    def anew(addresses: list[str], days: int) -> bool:
        return authority.leaf(addresses, NOW + days * DAY)[2]

    assert anew(["10.0.0.5"], 0)
    assert not anew(["10.0.0.5"], 1)
    assert anew(["10.0.0.5", "10.42.0.1"], 1)
    # No new certificate for a vanished address, or for one that certificates cannot contain.
    assert not anew(["10.42.0.1"], 2)
    assert not anew(["10.42.0.1", "203.0.113.7"], 2)
    assert not anew(["10.42.0.1"], 290)
    assert anew(["10.42.0.1"], 310)
    assert anew(["10.42.0.1"], 200)
    (house.folder / "server.crt").write_bytes(b"torn")
    assert anew(["10.42.0.1"], 200)
    (house.folder / "server.key").unlink()
    assert anew(["10.42.0.1"], 200)


@pytest.mark.parametrize(
    ("address", "ours"),
    [
        ("10.255.255.255", True),
        ("11.0.0.0", False),
        ("172.31.0.1", True),
        ("172.32.0.1", False),
        ("192.168.0.1", True),
        ("192.169.0.1", False),
        ("169.254.3.4", True),
        ("8.8.8.8", False),
        ("fdff::1", True),
        ("fe00::1", False),
        ("::1", True),
    ],
)
def test_addresses_covered_by_the_authority(address: str, ours: bool) -> None:  # noqa: FBT001 - a column of the table
    assert covered(address) is ours
