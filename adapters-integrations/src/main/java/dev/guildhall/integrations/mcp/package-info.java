/** Tools of servers that speak the Model Context Protocol. */
package dev.guildhall.integrations.mcp;
