package bites.web.llm;

import io.javalin.Javalin;

record OffendingServer(Javalin server) {}
