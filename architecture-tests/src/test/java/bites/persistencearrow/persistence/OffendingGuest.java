package bites.persistencearrow.persistence;

import okhttp3.OkHttpClient;

record OffendingGuest(OkHttpClient guest) {}
