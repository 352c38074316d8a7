package dev.guildhall.http.run;

import dev.guildhall.http.Exchange;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.RunProblem;
import dev.guildhall.ports.run.RunId;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.ports.run.SuiteName;

/** Reads identifiers in paths; a malformed identifier names nothing. */
final class RunIdentifiers {
    private RunIdentifiers() {}

    static RunId run(Exchange exchange) {
        try {
            return new RunId(exchange.path("runId"));
        } catch (Refusal malformed) {
            throw new Refusal(new RunProblem.RunNotFound());
        }
    }

    static SuiteName suite(Exchange exchange) {
        try {
            return new SuiteName(exchange.path("name"));
        } catch (Refusal malformed) {
            throw new Refusal(new RunProblem.SuiteNotFound());
        }
    }

    static Sha256 image(Exchange exchange) {
        try {
            return new Sha256(exchange.path("sha256"));
        } catch (Refusal malformed) {
            throw new Refusal(new CommonProblem.NotFound("image"));
        }
    }
}
