/** Bodies of requests, which are received within limits. */
package dev.guildhall.http.body;
