"""Finite fields, as small tables: what the constructions of grids compute in."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Field:
    """A field with q elements, named 0..q-1."""

    plus: tuple[tuple[int, ...], ...]
    """`plus[x][y]` is x + y."""
    times: tuple[tuple[int, ...], ...]
    """`times[x][y]` is x times y."""
    primitive: int
    """A number whose powers are all elements but 0."""


def prime_power(q: int) -> tuple[int, int] | None:
    """Return (p, k) with q = p^k and p prime, or `None` if q is no prime power."""
    if q < 2:
        return None
    p = next((d for d in range(2, q + 1) if q % d == 0 and d * d <= q), q)
    k = 0
    while q % p == 0:
        q //= p
        k += 1
    return (p, k) if q == 1 else None


def field(q: int) -> Field:
    """Return the field with `q` elements; `q` must be a prime power.

    An element is the number whose digits in base p are the coefficients of a polynomial;
    products are taken modulo the first monic polynomial that makes every element but 0
    invertible.
    """
    found = prime_power(q)
    if found is None:
        raise ValueError(q)
    p, k = found
    digits = [tuple(x // p**i % p for i in range(k)) for x in range(q)]
    plus = tuple(
        tuple(_number([(a + b) % p for a, b in zip(u, v, strict=True)], p) for v in digits) for u in digits
    )
    for tail in digits:
        times = tuple(tuple(_number(_product(u, v, tail, p), p) for v in digits) for u in digits)
        primitive = _primitive(times)
        if primitive is not None:
            return Field(plus, times, primitive)
    raise AssertionError(q)  # pragma: no cover - a field of every prime power order exists


def _number(coefficients: list[int], p: int) -> int:
    return sum(c * p**i for i, c in enumerate(coefficients))


def _product(u: tuple[int, ...], v: tuple[int, ...], tail: tuple[int, ...], p: int) -> list[int]:
    """Multiply two polynomials modulo x^k + tail."""
    k = len(u)
    wide = [0] * (2 * k - 1)
    for i, a in enumerate(u):
        for j, b in enumerate(v):
            wide[i + j] += a * b
    for i in range(2 * k - 2, k - 1, -1):
        for j in range(k):
            wide[i - k + j] -= wide[i] * tail[j]
    return [c % p for c in wide[:k]]


def _primitive(times: tuple[tuple[int, ...], ...]) -> int | None:
    q = len(times)
    for g in range(1, q):
        seen = set()
        x = 1
        while x not in seen:
            seen.add(x)
            x = times[x][g]
        if len(seen) == q - 1 and 0 not in seen:
            return g
    return None
