/** The server, and what every service over HTTP shares: routes, bodies, errors, streams, request ids. */
package dev.guildhall.http;
