/** The catalogue of tools, their execution and the integrations behind them (spec/1 tool registry, contract 2). */
package dev.guildhall.core.tool;
