package bites.llmarrow.llm;

import io.javalin.Javalin;

record OffendingGuest(Javalin guest) {}
