/** The one way to the outside for everything that a tool asks for, and the guard on it (contract 2, egress). */
package dev.guildhall.integrations.net;
