"""Bytes in (files, folders, URLs, streams, decompression) and out; nothing of chess."""
