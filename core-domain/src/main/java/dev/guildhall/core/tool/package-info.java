/** The catalogue of tools, their execution and the integrations behind them (tools-1 to tools-22). */
@NullMarked
package dev.guildhall.core.tool;

import org.jspecify.annotations.NullMarked;
