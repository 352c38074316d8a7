package bites.client.http;

import okhttp3.OkHttpClient;

record OffendingCall(OkHttpClient client) {}
