"""Write static/silent.mp4, ten seconds of grey and silence, which keeps the screen on while a page plays it.

    python .ci/film.py

Browsers keep the screen on for a video only if it has a video and an audio track (WebKit, Gecko) or covers a fifth of the window
(Blink). The video is H.264, baseline profile, 160 × 160, one frame per second; the audio is AAC, mono, 8 kHz, all zero.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

SECONDS = 10
SIDE = 160
"""Width and height in pixels; hardware decoders refuse much smaller videos."""
SOUND_RATE = 8000
SOUND_FRAME = 1024
"""Number of samples in an AAC frame."""
SILENCE = bytes((0, 0, 0, 7))
"""AAC frame: a single channel element without bands (29 bits of 0), then the end element (111)."""
SOUND_FRAMES = SECONDS * SOUND_RATE // SOUND_FRAME
MATRIX = struct.pack(">9I", *(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000))
"""Identity matrix of MP4."""


class Bits:
    """Bit writer for H.264 NAL units."""

    def __init__(self) -> None:
        """Start without bits."""
        self._text = ""

    def fixed(self, value: int, width: int) -> Bits:
        """Append a number in `width` bits."""
        self._text += f"{value:0{width}b}"
        return self

    def golomb(self, *values: int) -> Bits:
        """Append exponential-Golomb codes: n + 1 in binary, preceded by one zero fewer than its digits."""
        for value in values:
            digits = f"{value + 1:b}"
            self._text += "0" * (len(digits) - 1) + digits
        return self

    def done(self, head: int) -> bytes:
        """Return the NAL unit: header byte, bits, and stop bit, with emulation prevention bytes (3 after two zero bytes)."""
        text = self._text + "1"
        text += "0" * (-len(text) % 8)
        unit = bytearray((head,))
        for byte in int(text, 2).to_bytes(len(text) // 8, "big"):
            if byte <= 3 and unit[-2:] == b"\0\0":
                unit.append(3)
            unit.append(byte)
        return bytes(unit)


def sequence() -> bytes:
    """Return the sequence parameter set: constrained baseline (66), level 1.1, frame numbers of 4 bits, output in decoding order."""
    bits = Bits().fixed(66, 8).fixed(0b11000000, 8).fixed(11, 8).golomb(0, 0, 2, 1)
    blocks = SIDE // 16 - 1
    return bits.fixed(0, 1).golomb(blocks, blocks).fixed(0b1100, 4).done(0x67)


def picture() -> bytes:
    """Return the picture parameter set: CAVLC, one slice group, no weighted prediction, quantiser 26, deblocking control present."""
    return (
        Bits().golomb(0, 0).fixed(0, 2).golomb(0, 0, 0).fixed(0, 3).golomb(0, 0, 0).fixed(0b100, 3).done(0x68)
    )


def frame(number: int) -> bytes:
    """Return an IDR frame in grey: each macroblock is predicted from its neighbours, without residual.

    `number` is the index of the frame; consecutive ones get the IDR ids 0 and 1 in turn, since these must differ.
    """
    # First macroblock, slice type I, parameter set 0, frame 0, alternating IDR id, no reference marking, quantiser, no deblocking.
    bits = Bits().golomb(0, 7, 0).fixed(0, 4).golomb(number % 2).fixed(0, 2).golomb(0, 1)
    for _ in range((SIDE // 16) ** 2):
        bits.golomb(3, 0, 0).fixed(1, 1)  # intra 16 × 16 by DC, chroma too, same quantiser, no coefficients
    return bits.done(0x65)


def box(kind: str, *content: bytes) -> bytes:
    """Return an MP4 box: length, type, content."""
    body = b"".join(content)
    return struct.pack(">I4s", 8 + len(body), kind.encode()) + body


def full(kind: str, *content: bytes, flags: int = 0) -> bytes:
    """Return a full MP4 box: version 0, flags, content."""
    return box(kind, struct.pack(">I", flags), *content)


def numbers(*values: int) -> bytes:
    """Return numbers in four bytes each, big-endian."""
    return struct.pack(f">{len(values)}I", *values)


def described(kind: int, *content: bytes) -> bytes:
    """Return an MPEG-4 descriptor: tag, length, content."""
    body = b"".join(content)
    return bytes((kind, len(body))) + body


def picture_entry() -> bytes:
    """Return the video sample entry: size, 72 dpi, one frame per sample, 24 bits, and the two parameter sets."""
    first, second = sequence(), picture()
    size = struct.pack(">HHII", SIDE, SIDE, 72 << 16, 72 << 16) + struct.pack(">IH32xHh", 0, 1, 24, -1)
    units = b"\1" + first[1:4] + b"\xff\xe1" + struct.pack(">H", len(first)) + first
    units += b"\1" + struct.pack(">H", len(second)) + second
    return box("avc1", struct.pack(">6xH16x", 1), size, box("avcC", units))


def sound_entry() -> bytes:
    """Return the audio sample entry: mono, 16 bits; AAC-LC (2), sampling rate index 11 (8 kHz), one channel."""
    config = described(5, struct.pack(">H", 2 << 11 | 11 << 7 | 1 << 3))
    decoder = described(4, struct.pack(">BB3xII", 0x40, 0x15, 256, 256), config)
    stream = described(3, struct.pack(">HB", 2, 0), decoder, described(6, b"\2"))
    head = struct.pack(">6xH8xHHHHI", 1, 1, 16, 0, 0, SOUND_RATE << 16)
    return box("mp4a", head, full("esds", stream))


@dataclass(frozen=True, kw_only=True)
class Track:
    """A video or audio track with its samples."""

    number: int
    handler: str
    head: bytes
    """Media header box of the track's type."""
    entry: bytes
    samples: tuple[bytes, ...]
    lasts: int
    """Duration of a sample, in units of `rate`."""
    rate: int
    """Number of time units per second."""
    side: int = 0
    volume: int = 0

    def boxes(self, place: int) -> bytes:
        """Return the track box; the track's samples follow each other from the offset `place` in the file."""
        count, each = len(self.samples), [len(sample) for sample in self.samples]
        table = box(
            "stbl",
            full("stsd", numbers(1), self.entry),
            full("stts", numbers(1, count, self.lasts)),
            full("stsc", numbers(1, 1, count, 1)),
            full("stsz", numbers(0, count, *each)),
            full("stco", numbers(1, place)),
        )
        where = box("dinf", full("dref", numbers(1), full("url ", flags=1)))
        kind = full("hdlr", numbers(0), self.handler.encode(), bytes(13))
        # 0x55C4: undetermined language.
        time = full("mdhd", numbers(0, 0, self.rate, count * self.lasts), struct.pack(">HH", 0x55C4, 0))
        media = box("mdia", time, kind, box("minf", self.head, where, table))
        shown = numbers(0, 0, self.number, 0, SECONDS * 1000, 0, 0) + struct.pack(">4xH2x", self.volume)
        size = numbers(self.side << 16, self.side << 16)
        return box("trak", full("tkhd", shown, MATRIX, size, flags=3), media)


def film() -> bytes:
    """Return the content of the whole MP4 file."""
    video = Track(
        number=1,
        handler="vide",
        head=full("vmhd", bytes(8), flags=1),
        entry=picture_entry(),
        samples=tuple(struct.pack(">I", len(unit)) + unit for unit in map(frame, range(SECONDS))),
        lasts=1000,
        rate=1000,
        side=SIDE,
    )
    audio = Track(
        number=2,
        handler="soun",
        head=full("smhd", bytes(4)),
        entry=sound_entry(),
        samples=(SILENCE,) * SOUND_FRAMES,
        lasts=SOUND_FRAME,
        rate=SOUND_RATE,
        volume=0x0100,
    )
    start = box("ftyp", b"isom", numbers(0x200), b"isomiso2avc1mp41")
    pictures, sounds = b"".join(video.samples), b"".join(audio.samples)
    place = len(start) + 8
    # Time scale, duration, rate 1, full volume; the id of a next track would be 3.
    head = full(
        "mvhd", numbers(0, 0, 1000, SECONDS * 1000, 0x10000), b"\1", bytes(11), MATRIX, bytes(24), numbers(3)
    )
    tracks = video.boxes(place) + audio.boxes(place + len(pictures))
    return start + box("mdat", pictures, sounds) + box("moov", head, tracks)


if __name__ == "__main__":
    (Path(__file__).parent.parent / "static" / "silent.mp4").write_bytes(film())
