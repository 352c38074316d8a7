/** The one way to the outside for everything that a tool asks for, and the guard on it (tools-23). */
package dev.guildhall.integrations.net;
