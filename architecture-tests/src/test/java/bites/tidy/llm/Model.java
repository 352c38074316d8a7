package bites.tidy.llm;

import com.fasterxml.jackson.databind.JsonNode;

public record Model(JsonNode reply) {}
