package bites.protocols.wire.openai;

import bites.protocols.wire.anthropic.Block;

public record OffendingPart(Block block) {}
