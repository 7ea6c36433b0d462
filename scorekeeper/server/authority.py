"""Certificate authority of the house, made once, and the server certificates that it signs.

Its name constraints limit it to the house's host name and to private addresses, so devices that trust it trust nothing else.
"""

import datetime as dt
import ipaddress
from collections.abc import Iterable, Sequence
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey as Key
from cryptography.x509 import CertificateBuilder as Builder
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from scorekeeper.config import HOUSE_CERTIFICATE, House
from scorekeeper.system import write_private

HOUSE_KEY = "house.key"
SERVER_CERTIFICATE, SERVER_KEY = "server.crt", "server.key"
_FOUR = "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8"
RANGES = tuple(map(ipaddress.ip_network, (*_FOUR, "fc00::/7", "fe80::/10", "::1/128")))
"""Private, link-local and loopback networks (RFC 1918, 3927, 4193, 4291), the only IP addresses that the authority may certify."""
BEGIN = dt.datetime(2025, 1, 1, tzinfo=dt.UTC)
"""Start of the authority's validity, early because the clock of a tablet may be slow."""
END = dt.datetime(2045, 1, 1, tzinfo=dt.UTC)
BEHIND, DAYS, EARLY = dt.timedelta(days=30), dt.timedelta(days=360), dt.timedelta(days=60)
"""Validity of a server certificate before and after its issue, together less than the 398 days that browsers accept; time before its
end at which it is renewed."""


class NoAuthority(Exception):
    """The authority cannot be read or stored. It is never replaced by a new one."""


class Authority:
    """Certificate authority of a house."""

    def __init__(self, house: House) -> None:
        """Read the authority's files, or make them if there are none. Raises `NoAuthority`."""
        self._folder, self._name = house.folder, f"{house.name()}.local"
        try:
            self._key, self.certificate = _kept(self._folder) or _made(self._folder, house.name())
        except (OSError, ValueError, TypeError) as error:
            raise NoAuthority(str(error)) from error

    def certifiable(self, addresses: Iterable[str]) -> list[str]:
        """Return those of the addresses that the authority may certify."""
        return [text for text in addresses if covered(text)]

    def leaf(self, addresses: Sequence[str], now: dt.datetime | None = None) -> tuple[Path, Path, bool]:
        """Return the files of certificate and key for these addresses and the name, and whether they are new. Raises `OSError`."""
        now = now or dt.datetime.now(dt.UTC)
        certificate, key = self._folder / SERVER_CERTIFICATE, self._folder / SERVER_KEY
        ours = sorted(set(self.certifiable(addresses)))
        if key.exists() and self._still_good(certificate, {self._name, *ours}, now):
            return certificate, key, False
        made = ec.generate_private_key(ec.SECP256R1())
        write_private(key, _pem(made))
        signed = self._sign(made, ours, now)
        write_private(certificate, signed.public_bytes(serialization.Encoding.PEM))
        return certificate, key, True

    def _still_good(self, path: Path, ours: set[str], now: dt.datetime) -> bool:
        try:
            leaf = x509.load_pem_x509_certificate(path.read_bytes())
            leaf.verify_directly_issued_by(self.certificate)
            names = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        except (OSError, ValueError, TypeError, InvalidSignature, x509.ExtensionNotFound):
            return False
        named = {*names.get_values_for_type(x509.DNSName)}
        named |= {str(address) for address in names.get_values_for_type(x509.IPAddress)}
        return ours <= named and leaf.not_valid_before_utc <= now <= leaf.not_valid_after_utc - EARLY

    def _sign(self, key: Key, ours: Sequence[str], now: dt.datetime) -> x509.Certificate:
        builder = _builder(self._name, self.certificate.subject, key, now - BEHIND, now + DAYS)
        numbers = (x509.IPAddress(ipaddress.ip_address(text)) for text in ours)
        names = x509.SubjectAlternativeName([x509.DNSName(self._name), *numbers])
        issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key())
        return (
            builder.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(names, critical=False)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(_usage(signs=False), critical=True)
            .add_extension(issuer, critical=False)
            .sign(self._key, hashes.SHA256())
        )


def covered(address: str) -> bool:
    """Return whether the authority may certify an IP address."""
    number = ipaddress.ip_address(address)
    return any(number in network for network in RANGES if network.version == number.version)


def _kept(folder: Path) -> tuple[Key, x509.Certificate] | None:
    """Return the stored key and certificate, or `None` if neither exists. Raises `OSError`, `ValueError`, `TypeError` for bad files."""
    key, certificate = folder / HOUSE_KEY, folder / HOUSE_CERTIFICATE
    if not key.exists() and not certificate.exists():
        return None
    private = serialization.load_pem_private_key(key.read_bytes(), None)
    if not isinstance(private, Key):
        raise TypeError(str(key))
    signed = x509.load_pem_x509_certificate(certificate.read_bytes())
    if signed.public_key() != private.public_key():
        raise ValueError(str(certificate))
    return private, signed


def _made(folder: Path, name: str) -> tuple[Key, x509.Certificate]:
    key = ec.generate_private_key(ec.SECP256R1())
    title = f"Scorekeeper {name}"
    permitted = [x509.DNSName(f"{name}.local"), *(x509.IPAddress(network) for network in RANGES)]
    certificate = (
        _builder(title, _subject(title), key, BEGIN, END)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.NameConstraints(permitted, None), critical=True)
        .add_extension(_usage(signs=True), critical=True)
        .sign(key, hashes.SHA256())
    )
    write_private(folder / HOUSE_KEY, _pem(key))
    write_private(folder / HOUSE_CERTIFICATE, certificate.public_bytes(serialization.Encoding.PEM))
    return key, certificate


def _builder(title: str, issuer: x509.Name, key: Key, begin: dt.datetime, end: dt.datetime) -> Builder:
    return (
        Builder()
        .subject_name(_subject(title))
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begin)
        .not_valid_after(end)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _subject(title: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, title)])


def _usage(*, signs: bool) -> x509.KeyUsage:
    encrypting = "key_encipherment", "data_encipherment", "key_agreement", "encipher_only", "decipher_only"
    none = dict.fromkeys(("content_commitment", *encrypting), False)
    return x509.KeyUsage(digital_signature=not signs, key_cert_sign=signs, crl_sign=signs, **none)


def _pem(key: Key) -> bytes:
    encoding, kind = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    return key.private_bytes(encoding, kind, serialization.NoEncryption())
