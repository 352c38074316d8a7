package bites.client.integrations;

import okhttp3.OkHttpClient;

record Client(OkHttpClient client) {}
