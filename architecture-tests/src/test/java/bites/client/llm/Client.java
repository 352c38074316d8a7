package bites.client.llm;

import okhttp3.OkHttpClient;

record Client(OkHttpClient client) {}
