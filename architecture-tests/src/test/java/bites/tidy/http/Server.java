package bites.tidy.http;

import bites.tidy.http.token.Signer;
import bites.tidy.ports.task.Tasks;
import io.javalin.Javalin;

public record Server(Javalin server, Tasks tasks, Signer signer) {}
