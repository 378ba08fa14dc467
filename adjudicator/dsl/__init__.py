"""The order language: text to typed orders and back, for any rule system that brings a `core.language.Language`."""
