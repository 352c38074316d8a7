/** The tool registry over HTTP. */
package dev.guildhall.http.tool;
