package bites.web.http;

import io.javalin.Javalin;

record Server(Javalin server) {}
