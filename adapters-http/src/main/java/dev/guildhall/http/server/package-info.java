/** The listeners: ports, connections, and how a stop goes. */
package dev.guildhall.http.server;
