package bites.client.core;

import okio.Buffer;

record OffendingBuffer(Buffer buffer) {}
