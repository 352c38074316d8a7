package bites.tidy.llm;

import bites.tidy.wire.Form;
import com.fasterxml.jackson.databind.JsonNode;

public record Model(JsonNode reply, Form form) {}
