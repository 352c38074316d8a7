package bites.client.runner;

import okhttp3.OkHttpClient;

record Client(OkHttpClient client) {}
