/** The tool registry as a server of the Model Context Protocol, over streamable HTTP (contract 2). */
package dev.guildhall.http.mcp;
