package bites.client.llm;

import okhttp3.OkHttpClient;

record OffendingClient(OkHttpClient client) {}
