/** What monitoring receives: traces of answers, of requests to models and of HTTP requests. */
package dev.guildhall.ports.telemetry;
