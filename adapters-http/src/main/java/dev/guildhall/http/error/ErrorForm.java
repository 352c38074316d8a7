package dev.guildhall.http.error;

import dev.guildhall.ports.problem.Problem;

/** How a service says no (contract 0, error forms). Immutable. */
public interface ErrorForm {
    /** The service's one mapping of problems to statuses and codes. */
    ErrorAnswer of(Problem problem);

    /** The service's form of an error body. */
    Object body(ErrorAnswer answer, String requestId);
}
