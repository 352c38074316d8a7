/** The agent service over HTTP, in both modes. */
package dev.guildhall.http.agent;
