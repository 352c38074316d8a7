/** The tool registry over HTTP (spec/1 tool registry, contract 2). */
package dev.guildhall.http.tool;
