/** The agent service over HTTP, in both modes (spec/2). */
package dev.guildhall.http.agent;
