/** Search by meaning; shared by the tools and the memories (tools-10, agents-17). */
@NullMarked
package dev.guildhall.ports.search;

import org.jspecify.annotations.NullMarked;
