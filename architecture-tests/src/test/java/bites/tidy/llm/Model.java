package bites.tidy.llm;

import com.fasterxml.jackson.databind.JsonNode;
import okhttp3.OkHttpClient;

public record Model(OkHttpClient client, JsonNode reply) {}
