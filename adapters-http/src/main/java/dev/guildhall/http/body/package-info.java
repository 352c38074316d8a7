/** Bodies on the socket: requests that are received within limits, and streams of events. */
package dev.guildhall.http.body;
