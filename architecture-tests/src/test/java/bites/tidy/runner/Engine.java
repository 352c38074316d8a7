package bites.tidy.runner;

import okhttp3.OkHttpClient;

public record Engine(OkHttpClient client) {}
