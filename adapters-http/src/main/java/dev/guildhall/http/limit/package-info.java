/** Rate limits by token buckets (contract 0). The only package that names the bucket library. */
package dev.guildhall.http.limit;
