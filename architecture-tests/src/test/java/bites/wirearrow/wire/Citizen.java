package bites.wirearrow.wire;

import bites.wirearrow.ports.Noun;
import com.fasterxml.jackson.databind.JsonNode;

record Citizen(Noun noun, JsonNode json) {}
