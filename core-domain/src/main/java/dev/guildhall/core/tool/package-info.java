/** The catalogue of tools, their execution and the integrations behind them (tools-1 to tools-22). */
package dev.guildhall.core.tool;
