/** What monitoring receives: traces of answers, of requests to models and of HTTP requests. */
@NullMarked
package dev.guildhall.ports.telemetry;

import org.jspecify.annotations.NullMarked;
