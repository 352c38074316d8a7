/** The built-in tools that are clients of use cases (tools-1); those without one are in the adapters. */
@NullMarked
package dev.guildhall.core.builtin;

import org.jspecify.annotations.NullMarked;
