package bites.httparrow.http;

import okhttp3.OkHttpClient;

record OffendingGuest(OkHttpClient guest) {}
