package bites.wirearrow.wire;

import io.javalin.Javalin;

record OffendingGuest(Javalin guest) {}
