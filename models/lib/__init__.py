"""Helpers shared by the recipes under models/: ONNX storage, golden vectors, statistics."""
